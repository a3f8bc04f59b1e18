import type { ConversationDetail } from '@recado/contract/conversation'
import { useNow } from '../../api/use-now.ts'
import { text } from '../../text/choose.ts'

/** A countdown to the end of the window in which any text may be sent. */
export function Countdown({ until }: { until: string }) {
  const left = Math.max(0, Math.floor((Date.parse(until) - useNow()) / 1000))
  const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor)
  const two = (n = 0) => String(n).padStart(2, '0')
  return <>{text().conversations.closesIn(`${hours}:${two(minutes)}:${two(seconds)}`)}</>
}

/** Whether the person never wrote: there was no window that could close. */
export function isUnopened({ window: { expires_at } }: ConversationDetail): boolean {
  return expires_at === null
}

/** Whether only templates can be sent: the 24 hours since the person last wrote have passed, or have never begun. */
export function useIsClosed({ window: { expires_at } }: ConversationDetail): boolean {
  const now = useNow()
  return expires_at === null || Date.parse(expires_at) <= now
}
