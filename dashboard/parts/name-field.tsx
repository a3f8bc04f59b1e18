import type { Chosen } from '../pages/filters.ts'
import { text } from '../text/choose.ts'
import { SearchField } from './search-field.tsx'

/** The filter of a list by the name of a person. */
export function NameField({ chosen: { query, change } }: { readonly chosen: Chosen }) {
  const { contacts } = text()
  return (
    <SearchField
      label={contacts.name}
      hint={contacts.nameHint}
      value={query.name ?? ''}
      onSearch={(name) => change('name', name)}
    />
  )
}
