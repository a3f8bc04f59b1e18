import type { ApiKeyIssued, ApiKeyRevealed, ApiKeyRevoked } from '@recado/domain/api-key/events'
import { accountId } from './account.ts'

export const keyId = '2c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1b01'

export const apiKeyIssued: ApiKeyIssued = {
  type: 'ApiKeyIssued',
  data: {
    key_id: keyId,
    account_id: accountId,
    name: 'back office',
    scopes: ['read', 'write'],
    sha256: 'a'.repeat(64),
    last_four: 'x9Qz',
    secret_ref: '5b0f8f8e-0000-4000-8000-00000000b001',
    issued_at: '2026-01-01T09:05:00.000Z',
  },
}

export const apiKeyRevoked: ApiKeyRevoked = {
  type: 'ApiKeyRevoked',
  data: { key_id: keyId, account_id: accountId, revoked_at: '2026-01-03T09:00:00.000Z' },
}

export const apiKeyRevealed: ApiKeyRevealed = {
  type: 'ApiKeyRevealed',
  data: {
    key_id: keyId,
    account_id: accountId,
    user_id: '3d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01',
    revealed_at: '2026-01-02T09:00:00.000Z',
  },
}
