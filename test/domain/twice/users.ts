import { endAccountErasure, endUserErasure } from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import { addUser } from '@recado/domain/user/add-user'
import { changeRole } from '@recado/domain/user/change-role'
import { eraseKnownUser, eraseUser } from '@recado/domain/user/erase-user'
import { issueSetup } from '@recado/domain/user/issue-setup'
import { removeUser } from '@recado/domain/user/remove-user'
import { setPassword } from '@recado/domain/user/set-password'
import { user } from '@recado/domain/user/user'
import { claimEmail } from '@recado/domain/user-email/claim-email'
import { releaseEmail } from '@recado/domain/user-email/release-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import { recordSignIn } from '@recado/domain/user-session/record-sign-in'
import { userSession } from '@recado/domain/user-session/user-session'
import fc from 'fast-check'
import { accountId } from '../../examples/account.ts'
import { developerId, ownerAdded, ownerId, userSignedIn } from '../../examples/user.ts'
import { asked, askedTwice } from './asked.ts'
import { times as at, texts, varied } from './values.ts'

const user_id = fc.constantFrom(ownerId, developerId)
const role = fc.constantFrom('owner' as const, 'owner' as const, 'viewer' as const)
const ours = { account_id: accountId }
const { added_at: _, ...added } = ownerAdded.data
const { signed_in_at: __, ...session } = userSignedIn.data
const proof = fc.oneof(
  texts.map((setup_sha256) => ({ setup_sha256 })),
  texts.map((secret_ref) => ({ secret_ref })),
)

const keys = fc.nat({ max: 2 })

export const users = [
  ...askedTwice(user, [
    asked(addUser, varied(added, { user_id, role, at })),
    asked(
      issueSetup,
      varied({ ...ours, expires_at: '2028-01-01T09:00:00.000Z' }, { user_id, sha256: texts, at }),
    ),
    asked(setPassword, varied(ours, { user_id, secret_ref: texts, proof, at })),
    asked(changeRole, varied(ours, { user_id, role, at })),
    asked(removeUser, varied(ours, { user_id, at })),
    asked(eraseUser, varied(ours, { user_id, at })),
    asked(eraseKnownUser, varied(ours, { user_id, at })),
  ]),
  ...askedTwice(erasure, [
    asked(endAccountErasure, varied(ours, { keys, destroyed_at: at })),
    asked(endUserErasure, varied(ours, { user_id, keys, destroyed_at: at })),
  ]),
  ...askedTwice(userEmail, [
    asked(claimEmail, varied(ours, { user_id, unproved: fc.constantFrom(null, ownerId), at })),
    asked(releaseEmail, varied(ours, { user_id, at })),
  ]),
  ...askedTwice(userSession, [asked(recordSignIn, varied(session, { user_id, at }))]),
]
