import type { Message } from '@recado/contract/message'
import { useRef, useState } from 'preact/hooks'
import { ApiError, call } from '../../api/client.ts'
import { text } from '../../text/choose.ts'

type Props = { readonly messages: readonly Message[]; readonly onRead: () => void }

/** Marks the newest message as read at the provider; the conversation then counts as read. */
export function MarkRead({ messages, onRead }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const newest = messages.find(({ direction }) => direction === 'inbound')
  if (newest === undefined) return null
  const mark = async () => {
    // Guards against a double press; a disabled button would lose the focus.
    if (isBusy.current) return
    isBusy.current = true
    setProblem(null)
    try {
      await call('POST', `/messages/${newest.id}/read`)
      onRead()
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || text().state.offlineShort)
    } finally {
      isBusy.current = false
    }
  }
  return (
    <>
      {problem === null ? null : (
        <span class="error small" role="alert">
          {problem}
        </span>
      )}
      <button type="button" onClick={() => void mark()}>
        {text().numbers.acts.mark_read}
      </button>
    </>
  )
}
