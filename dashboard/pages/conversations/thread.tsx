import type { Message } from '@recado/contract/message'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Empty } from '../../parts/states.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { isPlaceholder, shownText } from '../../text/shown-text.ts'
import { File } from './file.tsx'
import { MessageDetails } from './message-details.tsx'

type ThreadProps = {
  /** The newest first. */
  readonly messages: readonly Message[]
  readonly hasMore: boolean
  readonly onMore: () => void
}

/** The messages as both sides see them, the newest at the bottom. */
export function Thread({ messages, hasMore, onMore }: ThreadProps) {
  const { box, hasNewer, toEnd, onScroll } = useScrollPlace(messages)
  const { conversations } = text()
  if (messages.length === 0) return <Empty title={conversations.silent} />
  const thread = (
    <section
      class="thread"
      ref={box}
      aria-label={conversations.thread}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by the arrow keys
      tabIndex={0}
      onScroll={onScroll}
    >
      {hasMore ? (
        <button type="button" onClick={onMore}>
          {conversations.earlier}
        </button>
      ) : null}
      <ol>
        {messages.toReversed().map((message) => (
          <Bubble key={message.message_id} message={message} />
        ))}
      </ol>
    </section>
  )
  return (
    <div class="thread-frame">
      {thread}
      {hasNewer ? (
        <button type="button" class="newer" onClick={toEnd}>
          {conversations.newer}
        </button>
      ) : null}
    </div>
  )
}

/** The distance from the end within which the thread counts as scrolled to its end, px. */
const MAX_END_DISTANCE_PX = 40

/** Keeps the reading position: at the end it follows new messages; further up it stays, whatever is added. */
function useScrollPlace(messages: readonly Message[]) {
  const box = useRef<HTMLElement>(null)
  const below = useRef(0)
  const [hasNewer, setNewer] = useState(false)
  const newest = messages[0]
  const oldest = messages.at(-1)?.message_id
  const last = useRef(newest?.message_id)
  const toEnd = () => {
    box.current?.scrollTo(0, box.current.scrollHeight)
    setNewer(false)
  }
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    below.current = scrollHeight - scrollTop - clientHeight
    if (below.current < MAX_END_DISTANCE_PX) setNewer(false)
  }
  useLayoutEffect(() => {
    const isNew = last.current !== newest?.message_id
    last.current = newest?.message_id
    if (below.current < MAX_END_DISTANCE_PX || (isNew && newest?.direction === 'outbound'))
      return toEnd()
    if (isNew) return setNewer(true)
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    box.current?.scrollTo(0, scrollHeight - clientHeight - below.current)
  }, [newest?.message_id, oldest])
  return { box, hasNewer, toEnd, onScroll }
}

function Bubble({ message }: { message: Message }) {
  const { conversations, messages } = text()
  const { direction, type, status, error } = message
  const types: Readonly<Record<string, string>> = conversations.types
  return (
    <li class={`bubble ${direction}`}>
      <span class="hidden">{messages[direction]}: </span>
      {type === 'text' ? null : <span class="muted small">{types[type] ?? type}</span>}
      <File message={message} />
      {message.erased || message.expired ? <p class="muted">{shownText(message)}</p> : null}
      {isPlaceholder(message) ? null : <p class="words">{message.text}</p>}
      <MessageDetails message={message} />
      {status === 'failed' && error !== null ? <p class="error small">{error.title}</p> : null}
      <p class="end small">
        <a href={`/dashboard/messages/${message.message_id}`}>
          <Time at={message.created_at} />
        </a>{' '}
        {direction === 'inbound' ? null : <Status status={status} />}
      </p>
    </li>
  )
}
