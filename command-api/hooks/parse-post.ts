import { exactForeignJson } from '@recado/infra/foreign-json'

export type ParsedPost = { readonly post: unknown; readonly text: string }

/** The body as JSON without loss and as exact text; null when it is not UTF-8 or not JSON. */
export function parsePost(bytes: Uint8Array): ParsedPost | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { post: exactForeignJson(text), text }
  } catch {
    return null
  }
}
