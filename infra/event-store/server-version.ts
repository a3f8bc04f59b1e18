import type { EventStoreDBClient } from '@eventstore/db-client'
import { StoreTooOld } from './errors.ts'

/** The first release that reports when a subscription has caught up. */
const MIN_VERSION = [23, 10] as const

/** The server's version; `unknown` when it is too old to report one. */
export async function serverVersion(client: EventStoreDBClient): Promise<string> {
  // Protected in the client's typings; the client requests it before every append anyway.
  const capabilities: Promise<{ serverVersion: string }> = Reflect.get(client, 'capabilities')
  return (await capabilities).serverVersion
}

/** @throws StoreTooOld for a version whose subscriptions would never report that they have caught up */
export function assertNewEnough(version: string): void {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  // A server built by hand may call itself 0.0.0.
  if (major === '0' || (major === undefined && version !== 'unknown')) return
  const [oldestMajor, oldestMinor] = MIN_VERSION
  const age = Number(major ?? 0) - oldestMajor || Number(minor ?? 0) - oldestMinor
  if (age < 0) throw new StoreTooOld(version)
}
