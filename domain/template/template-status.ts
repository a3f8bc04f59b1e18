/** The status of a template in the API. Drafts were never submitted, so no template that the provider lists is one. */
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
  // Cannot be edited at present, but can be sent.
  LOCKED: 'approved',
  REJECTED: 'rejected',
  DISABLED: 'rejected',
  LIMIT_EXCEEDED: 'rejected',
}

const GONE = new Set(['PENDING_DELETION', 'DELETED', 'ARCHIVED'])

/** Maps the provider's status. An unknown one counts as pending, because nothing promises that it can be sent. */
export function templateStatus(providerStatus: string): TemplateStatus {
  return STATUSES[providerStatus.toUpperCase()] ?? 'pending'
}

/** Whether a template with this status has left the list of templates. */
export function isGone(providerStatus: string): boolean {
  return GONE.has(providerStatus.toUpperCase())
}
