import type { ListedConnection } from '@recado/contract/connection'
import { nameOf } from '../pages/connections/name-of.ts'
import { useList } from './query.ts'
import { ofCategories } from './reload-on-facts.ts'

const OF_NUMBERS = ofCategories('connection')

/** The numbers of the account; empty until they are loaded. */
export function useNumbers(): readonly ListedConnection[] {
  return useList<ListedConnection>('/connections', OF_NUMBERS).body?.data ?? []
}

/** The name of a connection, or the beginning of its id until the numbers are loaded. */
export function numberName(numbers: readonly ListedConnection[], id: string): string {
  const found = numbers.find((one) => one.id === id)
  return found === undefined ? `${id.slice(0, 8)}…` : nameOf(found)
}
