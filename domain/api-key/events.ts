import type { FieldClasses } from '../field-classes.ts'

/** What a key may do: list and read, or create, change and send. */
export type Scope = 'read' | 'write'

/** The key works from now on. It is found by the SHA-256 of its text; the text itself is in the vault. */
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

/** The key never works again. */
export type ApiKeyRevoked = {
  type: 'ApiKeyRevoked'
  data: { key_id: string; account_id: string; revoked_at: string }
}

/** A user of the dashboard has confirmed the password and is shown the key's text; written before it is. */
export type ApiKeyRevealed = {
  type: 'ApiKeyRevealed'
  data: { key_id: string; account_id: string; user_id: string; revealed_at: string }
}

export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked | ApiKeyRevealed

/** Which fields of each fact are personal or raw. */
export const API_KEY_FIELDS = {
  ApiKeyIssued: { name: 'personal', last_four: 'plain' },
  ApiKeyRevoked: {},
  ApiKeyRevealed: {},
} satisfies FieldClasses<ApiKeyEvent>
