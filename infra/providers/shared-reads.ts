import type { ConnectionEntry } from '../registry-entries.ts'

type Read<Value> = { readonly account_id: string; readonly value: Promise<Value> }

/** Shares one read per connection among concurrent callers; null when the account already reads `most` connections. */
export function sharedReads<Value>(
  most: number,
  read: (connection: ConnectionEntry) => Promise<Value>,
): (connection: ConnectionEntry) => Promise<Value | null> {
  const underWay = new Map<string, Read<Value>>()
  return async (connection) => {
    const { id, account_id } = connection
    const known = underWay.get(id)
    if (known !== undefined) return known.value
    const ofAccount = [...underWay.values()].filter((one) => one.account_id === account_id)
    if (ofAccount.length >= most) return null
    const value = read(connection).finally(() => underWay.delete(id))
    underWay.set(id, { account_id, value })
    return value
  }
}
