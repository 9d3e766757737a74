/** What a JSON Schema says about a place of a document. */
export class SchemaHints {
  #schema;

  constructor(schema) {
    this.#schema = schema;
  }

  /** [{name, description}] of the keys that a mapping may have. */
  keysAt(pointer) {
    const keys = this.#at(pointer)?.properties ?? {};
    return Object.entries(keys).map(([name, schema]) => ({ name, description: describe(this.#resolved(schema)) }));
  }

  /** [{name, description}] of the values that a place may have. */
  valuesAt(pointer) {
    const schema = this.#at(pointer);
    const values = schema?.enum ?? (schema?.const === undefined ? [] : [schema.const]);
    if (schema?.type === 'boolean') values.push('true', 'false');
    return values.map((value) => ({ name: String(value), description: describe(schema) }));
  }

  describe(pointer) {
    return describe(this.#at(pointer));
  }

  #at(pointer) {
    let schema = this.#resolved(this.#schema);
    for (const part of pointer.split('/').slice(1)) {
      if (!schema) return undefined;
      const next = schema.properties?.[part]
        ?? (/^\d+$/.test(part) ? schema.items : undefined)
        ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
      schema = this.#resolved(next);
    }
    return schema;
  }

  #resolved(schema) {
    if (!schema?.$ref) return schema;
    const target = schema.$ref.slice(2).split('/').reduce((at, part) => at?.[part], this.#schema);
    return { ...target, ...schema };
  }
}

function describe(schema) {
  if (!schema) return '';
  const words = schema.description ?? schema['x-message'] ?? '';
  const bare = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [words, bare].filter(Boolean).join(' · ');
}
