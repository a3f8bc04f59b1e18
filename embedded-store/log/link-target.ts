import type { Recorded } from '../protocol/recorded.ts'

const LINK_TYPE = '$>'

/** What a link points to (`<revision>@<stream>`); null for any other event. */
export function linkTarget({ type, data }: Recorded): { stream: string; revision: bigint } | null {
  if (type !== LINK_TYPE) return null
  const parts = /^(\d{1,18})@(.+)$/s.exec(data.toString('utf8'))
  if (!parts?.[1] || !parts[2]) return null
  return { revision: BigInt(parts[1]), stream: parts[2] }
}
