import type { Message } from '@recado/contract/message'
import { useEffect, useRef } from 'preact/hooks'
import { Empty } from '../../parts/states.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { isPlaceholder } from '../../text/shown-text.ts'
import { File } from './file.tsx'

type ThreadProps = {
  /** The newest first. */
  readonly messages: readonly Message[]
  readonly hasMore: boolean
  readonly onMore: () => void
}

/** The messages as both sides see them, the newest at the bottom. */
export function Thread({ messages, hasMore, onMore }: ThreadProps) {
  const box = useRef<HTMLElement>(null)
  const newest = messages[0]?.message_id
  useEffect(() => box.current?.scrollTo(0, box.current.scrollHeight), [newest])
  const { conversations } = text()
  if (messages.length === 0) return <Empty title={conversations.silent} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrow keys
    <section class="thread" ref={box} aria-label={conversations.thread} tabIndex={0}>
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
      {isPlaceholder(message) ? null : <p class="words">{message.text}</p>}
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
