import type { Message } from '@recado/contract/message'
import { useState } from 'preact/hooks'
import { text } from '../../text/choose.ts'

const KINDS: ReadonlySet<string> = new Set(['image', 'sticker', 'video', 'audio', 'document'])

/** The file of a message, fetched only on request, because every view is a call to the provider. */
export function File({ message }: { message: Message }) {
  const [isShown, setShown] = useState(false)
  const [isGone, setGone] = useState(false)
  const { type, connection_id } = message
  const content = Array.isArray(message.content) ? null : message.content
  const { conversations } = text()
  if (!KINDS.has(type) || content === null) return null
  const { filename } = content
  const name = typeof filename === 'string' && filename !== '' ? filename : conversations.open
  if (typeof content.id !== 'string') return <LinkedFile link={content.link} name={name} />
  const id = encodeURIComponent(content.id)
  const url = `/dashboard/v1/media/${id}/download?connection_id=${connection_id}`
  if (isGone)
    return (
      <p class="muted small">
        {conversations.gone}{' '}
        <button type="button" class="quiet" onClick={() => setGone(false)}>
          {text().state.again}
        </button>
      </p>
    )
  if (type === 'document')
    return (
      <a href={url} download={name}>
        {name}
      </a>
    )
  if (!isShown)
    return (
      <button type="button" onClick={() => setShown(true)}>
        {conversations.show}
      </button>
    )
  const markGone = () => setGone(true)
  if (type === 'video' || type === 'audio')
    return (
      // biome-ignore lint/a11y/useMediaCaption: media that people send have no captions
      <video src={url} controls onError={markGone} class={type} />
    )
  return <img src={url} alt={conversations.picture} onError={markGone} />
}

/** A file that was sent as a link. */
function LinkedFile({ link, name }: { link: unknown; name: string }) {
  if (typeof link !== 'string' || !/^https?:/i.test(link)) return null
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
