/** A template as the API shows it. Drafts are what was never submitted, so nothing the provider lists is one. */
export type TemplateStatus = 'draft' | 'pending' | 'approved' | 'rejected'

// https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates
const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  PAUSED: 'pending',
  APPROVED: 'approved',
  REINSTATED: 'approved',
  FLAGGED: 'approved',
  UNARCHIVED: 'approved',
  // Cannot be edited for now, but sent.
  LOCKED: 'approved',
  REJECTED: 'rejected',
  DISABLED: 'rejected',
  LIMIT_EXCEEDED: 'rejected',
}

const GONE = new Set(['PENDING_DELETION', 'DELETED', 'ARCHIVED'])

/** What the provider's status means; pending for one that nobody knows yet, as nothing promises that it can be sent. */
export function templateStatus(providerStatus: string): TemplateStatus {
  return STATUSES[providerStatus.toUpperCase()] ?? 'pending'
}

/** Whether a template with this status has left the list. */
export function isGone(providerStatus: string): boolean {
  return GONE.has(providerStatus.toUpperCase())
}
