import type { FileTypeResult } from 'file-type'

/** The MIME type to send to the provider, and a file extension that fits. */
export type MediaType = { readonly mime_type: string; readonly extension: string }

export type Candidate = {
  /** The type by its bytes; undefined when they have no known signature. */
  readonly sniffed: FileTypeResult | undefined
  readonly head: Buffer
  /** In bytes. */
  readonly size: number
  /**
   * The content type of its part of the form. `text/plain` says nothing: a part without a type has it (RFC 7578, 4.4).
   */
  readonly declared: string
  readonly filename: string | null
}

type Kind = 'audio' | 'document' | 'image' | 'sticker' | 'video'
type Rule = { readonly kind: Kind; readonly extension: string; readonly maxBytes: number }

const KB = 1024
const MB = 1024 * KB
const OOXML = 'application/vnd.openxmlformats-officedocument'
const file = (kind: Kind, extension: string, maxBytes: number): Rule => ({
  kind,
  extension,
  maxBytes,
})

/** The types that WhatsApp accepts and their size limits (Cloud API, supported media types). */
const TYPE_RULES: Readonly<Record<string, Rule>> = {
  'audio/aac': file('audio', 'aac', 16 * MB),
  'audio/amr': file('audio', 'amr', 16 * MB),
  'audio/mpeg': file('audio', 'mp3', 16 * MB),
  'audio/mp4': file('audio', 'm4a', 16 * MB),
  'audio/ogg': file('audio', 'ogg', 16 * MB),
  'text/plain': file('document', 'txt', 100 * MB),
  'application/pdf': file('document', 'pdf', 100 * MB),
  'application/msword': file('document', 'doc', 100 * MB),
  'application/vnd.ms-excel': file('document', 'xls', 100 * MB),
  'application/vnd.ms-powerpoint': file('document', 'ppt', 100 * MB),
  [`${OOXML}.wordprocessingml.document`]: file('document', 'docx', 100 * MB),
  [`${OOXML}.spreadsheetml.sheet`]: file('document', 'xlsx', 100 * MB),
  [`${OOXML}.presentationml.presentation`]: file('document', 'pptx', 100 * MB),
  'image/jpeg': file('image', 'jpg', 5 * MB),
  'image/png': file('image', 'png', 5 * MB),
  'image/webp': file('sticker', 'webp', 100 * KB),
  'video/mp4': file('video', 'mp4', 16 * MB),
  'video/3gpp': file('video', '3gp', 16 * MB),
}

const MAX_ANIMATED_STICKER_BYTES = 500 * KB

const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
}

/** Signatures that several types share; declared type and file extension choose among them. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  'application/x-cfb': ['doc', 'xls', 'ppt'],
  'application/zip': ['docx', 'xlsx', 'pptx'],
  'video/mp4': ['m4a', 'mp4'],
}

/** The kind of message that carries a file of this type; null for a type of any other kind. */
export function kindOfFile(mimeType: string): Kind | null {
  const type = canonicalType(mimeType)
  const [, kind = null] = /^(audio|image|video)\//.exec(type) ?? []
  return TYPE_RULES[type]?.kind ?? (kind as Kind | null)
}

/** The type to upload a file as, or the reason why WhatsApp does not accept it, as text for the client. */
export function mediaType(candidate: Candidate): MediaType | string {
  const { size, sniffed } = candidate
  if (size === 0) return 'must not be empty'
  if (isOtherOgg(candidate))
    return 'is Ogg without the codec Opus, the only one that WhatsApp plays; convert it to Opus'
  const mime_type = detectType(candidate)
  const rule = mime_type === null ? undefined : TYPE_RULES[mime_type]
  if (mime_type === null || rule === undefined)
    return `is ${sniffed?.mime ?? 'of an unknown type'}, which WhatsApp does not accept; send one of ${Object.keys(TYPE_RULES).join(', ')}`
  const declared = canonicalType(candidate.declared)
  const said = declared === 'text/plain' ? undefined : TYPE_RULES[declared]
  if (said !== undefined && said.kind !== rule.kind)
    return `is ${mime_type} by its content, not ${candidate.declared} as its part of the form says`
  const most = isAnimated(candidate) ? MAX_ANIMATED_STICKER_BYTES : rule.maxBytes
  if (size > most) return `is ${mime_type} of ${size} bytes; WhatsApp takes at most ${most}`
  return { mime_type, extension: rule.extension }
}

function detectType(candidate: Candidate): string | null {
  const { sniffed, head } = candidate
  if (sniffed === undefined) return isText(head) ? 'text/plain' : null
  if (sniffed.ext === 'opus') return 'audio/ogg'
  const among = CONTAINERS[sniffed.mime]
  return (among && chooseType(among, candidate)) ?? canonicalType(sniffed.mime)
}

/** Whether it is Ogg with another codec than Opus: WhatsApp accepts such a file, but does not deliver it. */
function isOtherOgg({ sniffed }: Candidate): boolean {
  return sniffed?.mime === 'audio/ogg' && sniffed.ext !== 'opus'
}

function chooseType(
  among: readonly string[],
  { declared, filename }: Candidate,
): string | undefined {
  const ending = filename?.toLowerCase().split('.').at(-1) ?? ''
  const types = Object.entries(TYPE_RULES).filter(([, { extension }]) => among.includes(extension))
  const fitting =
    types.find(([type]) => type === canonicalType(declared)) ??
    types.find(([, { extension }]) => extension === ending)
  return fitting?.[0]
}

function canonicalType(type: string): string {
  const bare = type.toLowerCase().split(';')[0]?.trim() ?? ''
  return ALIASES[bare] ?? bare
}

function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b)
}

/** Whether it is an animated WebP, by the flag in its extended header. */
function isAnimated({ head }: Candidate): boolean {
  return head.subarray(12, 16).toString('latin1') === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0
}
