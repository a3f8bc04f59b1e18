import { foreignJson } from '@recado/infra/foreign-json'

/** A POST as JSON and as exact text. */
export type ParsedPost = { readonly post: unknown; readonly text: string }

/** A POST as JSON and as exact text; null when it is neither UTF-8 nor JSON. */
export function parsePost(bytes: Uint8Array): ParsedPost | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { post: foreignJson(text), text }
  } catch {
    return null
  }
}
