import type { OutboundMessage } from '../send-call.ts'

type Json = Readonly<Record<string, unknown>>

/** Facts hold the caller's content, nulls included; Meta wants id or link, language as an object, no empty fields. */
export function nativeContent({ message_type, text, content }: OutboundMessage): object | null {
  if (message_type === 'text') return { body: text, preview_url: false }
  if (content === null) return null
  const write = WRITERS[message_type]
  return write === undefined ? content : withValues(write(content as Json))
}

const WRITERS: Readonly<Record<string, (content: Json) => Json>> = {
  image: fileWithCaption,
  video: fileWithCaption,
  audio: fileOf,
  sticker: fileOf,
  document: (content) => ({ ...fileWithCaption(content), filename: content.filename }),
  location: (content) => content,
  template: ({ name, language, components }) => ({
    name,
    language: { code: language },
    components: hasEntries(components) ? components : null,
  }),
}

function fileOf({ id, link }: Json): Json {
  return id == null ? { link } : { id }
}

function fileWithCaption(content: Json): Json {
  return { ...fileOf(content), caption: content.caption }
}

function hasEntries(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}

function withValues(content: Json): Json {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value != null))
}
