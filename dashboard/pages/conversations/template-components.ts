type Component = {
  readonly type: string
  readonly sub_type?: string
  readonly index?: string
  readonly parameters: readonly object[]
}

/**
 * The components of a send, from the values of a template's variables.
 * @param variables such as `header.1`, `body.2`, `button.0.1`, or names, which are taken for the body's
 */
export function componentsOf(
  variables: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly Component[] {
  const components = new Map<string, Component>()
  for (const variable of variables) {
    const place = /^(header|body|button\.(\d+))\.\d+$/.exec(variable)
    const key = place?.[1] ?? 'body'
    const parameter = {
      type: 'text',
      text: values[variable] ?? '',
      ...(place === null ? { parameter_name: variable } : {}),
    }
    const known = components.get(key) ?? { ...emptyOf(key, place?.[2]), parameters: [] }
    components.set(key, { ...known, parameters: [...known.parameters, parameter] })
  }
  return [...components.values()]
}

function emptyOf(key: string, index: string | undefined): Omit<Component, 'parameters'> {
  return index === undefined ? { type: key } : { type: 'button', sub_type: 'url', index }
}
