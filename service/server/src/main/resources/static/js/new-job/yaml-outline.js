const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:,{}[\]&*!|>'"%@`-][^:#]*?|-[^\s:][^:#]*?):(?=\s|$)/;

/**
 * Where the parts of a YAML text stand, line by line: {line, indent, pointer, key, isItem} for each
 * key and each item of a list. Flow style within a line is not looked into; its place is the line.
 */
export function outline(text) {
  const entries = [];
  const open = [];
  let blockIndent = null;
  text.split('\n').forEach((raw, line) => {
    const indent = raw.search(/\S/);
    if (indent < 0) return;
    if (blockIndent !== null && indent > blockIndent) return;
    blockIndent = null;
    read(raw.slice(indent), indent, line);
  });
  return entries;

  function read(rest, indent, line) {
    if (rest.startsWith('#')) return;
    if (/^-(\s|$)/.test(rest)) {
      // A list may stand as far left as its key.
      leave((each) => each.indent > indent || (each.indent === indent && each.isItem));
      const owner = open.at(-1);
      const number = owner?.items ?? 0;
      if (owner) owner.items = number + 1;
      add({ line, indent, key: String(number), isItem: true });
      const inner = rest.slice(1).search(/\S/);
      if (inner >= 0) read(rest.slice(1 + inner), indent + 1 + inner, line);
      return;
    }
    const match = KEY.exec(rest);
    if (!match) return;
    leave((each) => each.indent >= indent);
    add({ line, indent, key: match[1].trim().replaceAll(/^["']|["']$/g, ''), isItem: false });
    if (/^\s*[|>][+-]?\d?\s*(#.*)?$/.test(rest.slice(match[0].length))) blockIndent = indent;
  }

  function leave(isBehind) {
    while (open.length && isBehind(open.at(-1))) open.pop();
  }

  function add(entry) {
    const parent = open.at(-1);
    entry.pointer = `${parent?.pointer ?? ''}/${entry.key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    open.push(entry);
    entries.push(entry);
  }
}

/** Number of the line, from 0, that a JSON pointer leads to, or that of what is around it. */
export function lineOf(entries, pointer) {
  for (let wanted = pointer; wanted; wanted = wanted.slice(0, wanted.lastIndexOf('/'))) {
    const found = entries.find((entry) => entry.pointer === wanted);
    if (found) return found.line;
  }
  return 0;
}

/** Pointer of the mapping that a key typed at this line and column would belong to. */
export function ownerAt(entries, line, column) {
  const owner = entries.findLast((entry) =>
    entry.indent < column && (entry.line < line || (entry.line === line && entry.isItem)));
  return owner?.pointer ?? '';
}
