import type { FieldClasses } from '../field-classes.ts'

/** What a key may do: `read` lists and reads, `write` creates, changes and sends. */
export type Scope = 'read' | 'write'

/** An API key was issued. It is found by the SHA-256 of its text; the text itself is in the vault. */
export type ApiKeyIssued = {
  type: 'ApiKeyIssued'
  data: {
    key_id: string
    account_id: string
    name: string
    scopes: Scope[]
    /** Lower-case hex. */
    sha256: string
    last_four: string
    secret_ref: string
    issued_at: string
  }
}

/** An API key was revoked. It never works again. */
export type ApiKeyRevoked = {
  type: 'ApiKeyRevoked'
  data: { key_id: string; account_id: string; revoked_at: string }
}

/** A user of the dashboard confirmed the password to see the key's text. Recorded before the text is shown. */
export type ApiKeyRevealed = {
  type: 'ApiKeyRevealed'
  data: { key_id: string; account_id: string; user_id: string; revealed_at: string }
}

export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked | ApiKeyRevealed

export const API_KEY_FIELDS = {
  ApiKeyIssued: { name: 'personal', last_four: 'plain' },
  ApiKeyRevoked: {},
  ApiKeyRevealed: {},
} satisfies FieldClasses<ApiKeyEvent>
