import { useLocation } from 'preact-iso'

/** The filters of a list, as they stand in its address. */
export type Chosen = {
  readonly query: Readonly<Record<string, string>>
  /** For the list's query, each with a leading `&`. */
  readonly filter: string
  readonly count: number
  /** An empty value removes the filter. */
  readonly change: (name: string, value: string) => void
  readonly clear: () => void
}

/** The filters of a page, which are kept in its address. */
export function useFilters(names: readonly string[]): Chosen {
  const { path, query, route } = useLocation()
  return {
    query,
    filter: filterOf(query, names),
    count: givenFilters(query, names).length,
    change: (name, value) => route(`${path}${changedQuery(query, names, name, value)}`),
    clear: () => route(path),
  }
}

/** The filters of an address for the list's query, each with a leading `&`. */
function filterOf(query: Readonly<Record<string, string>>, names: readonly string[]): string {
  return givenFilters(query, names)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('')
}

/** The query of an address with one filter changed; an empty value removes it. */
function changedQuery(
  query: Readonly<Record<string, string>>,
  names: readonly string[],
  name: string,
  value: string,
): string {
  const text = filterOf({ ...query, [name]: value }, names)
  return text === '' ? '' : `?${text.slice(1)}`
}

function givenFilters(query: Readonly<Record<string, string>>, names: readonly string[]) {
  return names.flatMap((name) => {
    const value = query[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
}
