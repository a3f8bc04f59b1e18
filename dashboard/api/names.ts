import type { Connection } from '@recado/contract/connection'
import { phoneText } from '../text/phone.ts'
import { useList } from './query.ts'
import { ofCategories } from './reload-on-facts.ts'

const OF_NUMBERS = ofCategories('connection')

/** The numbers of the account; empty until they are loaded. */
export function useNumbers(): readonly Connection[] {
  return useList<Connection>('/connections', OF_NUMBERS).body?.data ?? []
}

/** The phone number of a connection, or the beginning of its id. */
export function numberOf(numbers: readonly Connection[], id: string): string {
  const phone = numbers.find((one) => one.id === id)?.phone_number ?? null
  return phone === null ? `${id.slice(0, 8)}…` : phoneText(phone)
}
