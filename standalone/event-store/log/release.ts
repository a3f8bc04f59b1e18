/** The release whose behaviour this store reproduces. */
export const RELEASE = '24.10.5'

/** Whether servers of the release announce that a subscription has caught up: from 23.10 on. */
export function announcesCaughtUp(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 23 || (major === 23 && minor >= 10)
}
