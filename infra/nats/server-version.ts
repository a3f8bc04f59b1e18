import type { NatsConnection } from 'nats'

/** The oldest server that keeps users from deleting streams of other accounts. */
const MIN_NATS_VERSION = '2.10.27'

/**
 * Why a version of nats-server is dangerous where others than Recado connect; null when it is not. CVE-2025-30215 was
 * mended in 2.10.27 and 2.11.1; a version that cannot be read is not judged.
 */
export function natsFault(version: string): string | null {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return null
  const isNewer = major > 2 || minor > 11 || (minor === 11 && patch >= 1)
  if (isNewer || (major === 2 && minor === 10 && patch >= 27)) return null
  return `nats-server ${version} lets any user of any account delete all streams (CVE-2025-30215): run ${MIN_NATS_VERSION} or newer, or give users only the permissions that deploy/nats.conf shows`
}

/** Warns once of each old version among the servers that a process connects to. @returns work for each connection */
export function warnOfOldNats(log: {
  warn(of: object, message: string): void
}): (connection: Pick<NatsConnection, 'info'>) => void {
  const warned = new Set<string>()
  return ({ info }) => {
    const version = info?.version ?? ''
    const fault = warned.has(version) ? null : natsFault(version)
    warned.add(version)
    if (fault !== null) log.warn({ version }, fault)
  }
}
