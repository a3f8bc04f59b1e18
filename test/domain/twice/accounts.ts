import { account } from '@recado/domain/account/account'
import { changePlan } from '@recado/domain/account/change-plan'
import { eraseAccount } from '@recado/domain/account/erase-account'
import { openAccount } from '@recado/domain/account/open-account'
import { apiKey } from '@recado/domain/api-key/api-key'
import { issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { recordReveal } from '@recado/domain/api-key/record-reveal'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { addStage } from '@recado/domain/funnel/add-stage'
import { editStage } from '@recado/domain/funnel/edit-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { openFunnel } from '@recado/domain/funnel/open-funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { applyRetention } from '@recado/domain/retention/apply-retention'
import { expireMessages } from '@recado/domain/retention/expire-messages'
import { retention } from '@recado/domain/retention/retention'
import fc from 'fast-check'
import { accountId, accountOpened } from '../../examples/account.ts'
import { apiKeyIssued, keyId } from '../../examples/api-key.ts'
import { anotherStageId, stageId, thirdStageId } from '../../examples/funnel.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, orLeft, texts, varied } from './values.ts'

const plan = fc.constantFrom('basic' as const, 'official' as const, 'agency' as const)
const days = fc.constantFrom('2025-12-01T00:00:00.000Z', '2025-12-02T00:00:00.000Z')
const stage_id = fc.constantFrom(stageId, anotherStageId, thirdStageId, 'a-stage-of-nobody')
const stage_ids = { new: stageId, engaged: anotherStageId, won: thirdStageId }
const { opened_at: _, ...opened } = accountOpened.data
const { issued_at: __, ...issued } = apiKeyIssued.data

export const accounts = [
  ...askedTwice(account, [
    asked(openAccount, varied(opened, { plan, at })),
    asked(eraseAccount, varied({ account_id: accountId }, { at })),
    asked(changePlan, varied({ account_id: accountId }, { plan, at })),
  ]),
  ...askedTwice(apiKey, [
    asked(issueApiKey, varied(issued, { at })),
    asked(recordReveal, varied({ key_id: keyId, user_id: 'somebody' }, { at })),
    asked(revokeApiKey, varied({ key_id: keyId }, { at })),
  ]),
  ...askedTwice(funnel, [
    asked(openFunnel, varied({ stage_ids }, { at })),
    asked(addStage, fc.record({ stage_id, name: texts, color: orLeft(texts), at })),
    asked(
      editStage,
      fc.record({
        ...{ stage_id, name: orLeft(texts), color: orLeft(texts), at },
        position: orLeft(fc.double({ min: -1, max: 5, noNaN: true })),
      }),
    ),
    asked(removeStage, fc.record({ stage_id, at })),
  ]),
  ...askedTwice(retention, [
    asked(
      applyRetention,
      fc.record({
        account_id: fc.constant(accountId),
        category: fc.constantFrom('providerEvent' as const, 'webhookDelivery' as const),
        before: days,
        after: fc.option(days),
        at,
      }),
    ),
    asked(
      expireMessages,
      fc.record({
        account_id: fc.constant(accountId),
        before: days,
        after: fc.option(days),
        at,
      }),
    ),
  ]),
]
