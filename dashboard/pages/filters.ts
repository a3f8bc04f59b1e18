import { useLocation } from 'preact-iso'

/** What a list is narrowed by, as its address says. */
export type Chosen = {
  readonly query: Readonly<Record<string, string>>
  /** As the list's query takes it, each behind an `&`. */
  readonly filter: string
  readonly count: number
  /** An empty value leaves it out. */
  readonly change: (name: string, value: string) => void
  readonly clear: () => void
}

/** The filters of a page: they stand in its address. */
export function useFilters(names: readonly string[]): Chosen {
  const { path, query, route } = useLocation()
  return {
    query,
    filter: kept(query, names),
    count: given(query, names).length,
    change: (name, value) => route(`${path}${changedQuery(query, names, name, value)}`),
    clear: () => route(path),
  }
}

/** The filters of an address as a list's query takes them, each behind an `&`. */
export function kept(query: Readonly<Record<string, string>>, names: readonly string[]): string {
  return given(query, names)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
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
