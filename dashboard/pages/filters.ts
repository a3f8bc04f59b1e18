/** The filters of an address as a list's query takes them, each behind an `&`. */
export function kept(query: Readonly<Record<string, string>>, names: readonly string[]): string {
  return given(query, names)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')
}

/** The query of an address in which one filter has another value; an empty value leaves it out. */
export function changedQuery(
  query: Readonly<Record<string, string>>,
  names: readonly string[],
  name: string,
  value: string,
): string {
  const text = kept({ ...query, [name]: value }, names)
  return text === '' ? '' : `?${text.slice(1)}`
}

function given(query: Readonly<Record<string, string>>, names: readonly string[]) {
  return names.flatMap((name) => {
    const value = query[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
}
