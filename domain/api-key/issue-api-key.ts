import type { Decide } from '../decision.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeyIssued } from './events.ts'

export type IssueApiKey = Omit<ApiKeyIssued['data'], 'issued_at'> & { at: string }

/** Issues a key; nothing when it was issued before, even if it is revoked since. */
export const issueApiKey: Decide<IssueApiKey, ApiKey, ApiKeyIssued> = ({ at, ...issued }, state) =>
  state.account_id === null ? [{ type: 'ApiKeyIssued', data: { ...issued, issued_at: at } }] : []
