import { isGone, templateStatus } from '@recado/domain/template/template-status'
import { test } from 'tap'

test('each status of the provider maps to one of ours', async (t) => {
  const statuses = {
    PENDING: 'pending',
    IN_APPEAL: 'pending',
    PAUSED: 'pending',
    APPROVED: 'approved',
    REINSTATED: 'approved',
    FLAGGED: 'approved',
    UNARCHIVED: 'approved',
    LOCKED: 'approved',
    REJECTED: 'rejected',
    DISABLED: 'rejected',
    LIMIT_EXCEEDED: 'rejected',
    SOMETHING_NEW: 'pending',
    approved: 'approved',
  }
  for (const [told, ours] of Object.entries(statuses)) {
    t.equal(templateStatus(told), ours, told)
    t.notOk(isGone(told), told)
  }
})
test('deleted and archived templates are gone', async (t) => {
  for (const told of ['PENDING_DELETION', 'DELETED', 'ARCHIVED', 'archived']) t.ok(isGone(told))
})
