import type { Decide } from '../decision.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeyIssued } from './events.ts'

export type IssueApiKey = Omit<ApiKeyIssued['data'], 'issued_at'> & { at: string }

/** Issues a key; one that was issued, or revoked since, stays as it is. */
export const issueApiKey: Decide<IssueApiKey, ApiKey, ApiKeyIssued> = ({ at, ...issued }, state) =>
  state.account_id === null ? [{ type: 'ApiKeyIssued', data: { ...issued, issued_at: at } }] : []
