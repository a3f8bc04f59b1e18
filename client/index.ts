/**
 * What programs import from `@recado/client`.
 * @module
 */
export { WebhookVerificationError } from 'standardwebhooks'
export type { components, paths } from './api.ts'
export type { Followed, FollowOptions } from './follow-events.ts'
export { type BodyOf, createRecado, type Recado, type RecadoOptions } from './recado.ts'
export { type Candidate, type ErrorCode, RecadoError } from './recado-error.ts'
export type { Fetch, Retry, RetryPolicy } from './retrying-fetch.ts'
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'
export type { WhatsappEvent } from './whatsapp-event.ts'
