const YAML = [
  ['comment', /^(?:\s|^)#.*/],
  ['key', /^(?:"[^"]*"|'[^']*'|[A-Za-z_][\w./-]*)(?=:(?:\s|$))/],
  ['expression', /^\$\{[^}]*\}/],
  ['string', /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/],
  ['number', /^-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?[smh]?\b/],
  ['word', /^\b(?:true|false|null)\b/],
];
const CODE = [
  ['comment', /^(?:\/\/.*|\/\*.*?\*\/)/],
  ['word', /^#\s*\w+/],
  ['string', /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|<[\w./]+>(?=\s*$))/],
  ['key', /^\b(?:__global__|__device__|__shared__|__host__|__restrict__|auto|bool|break|case|char|class|const|constexpr|continue|double|else|enum|extern|false|final|float|for|if|import|inline|int|long|namespace|new|nullptr|package|private|public|record|return|short|size_t|static|static_cast|struct|switch|template|true|typedef|typename|unsigned|using|void|while)\b/],
  ['expression', /^\bgpurma_\w+/],
  ['number', /^\b(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)[fuUlL]*\b/],
];
const PLAIN = /^(?:\w+|\s+|[^\w\s])/;

/** Pieces [{kind, text}] of one line; kind '' is plain text. */
export function pieces(line, isYaml) {
  const rules = isYaml ? YAML : CODE;
  const found = [];
  for (let rest = line; rest;) {
    const [kind, text] = first(rules, rest) ?? ['', PLAIN.exec(rest)[0]];
    if (found.at(-1)?.kind === kind) found.at(-1).text += text;
    else found.push({ kind, text });
    rest = rest.slice(text.length);
  }
  return found;
}

function first(rules, rest) {
  for (const [kind, rule] of rules) {
    const match = rule.exec(rest);
    if (match?.[0]) return [kind, match[0]];
  }
  return null;
}
