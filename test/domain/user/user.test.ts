import { addUser, MAX_USERS } from '@recado/domain/user/add-user'
import { changeRole } from '@recado/domain/user/change-role'
import { eraseKnownUser, eraseUser } from '@recado/domain/user/erase-user'
import { issueSetup } from '@recado/domain/user/issue-setup'
import { removeUser } from '@recado/domain/user/remove-user'
import { setPassword } from '@recado/domain/user/set-password'
import { hasEnded, user } from '@recado/domain/user/user'
import { claimEmail } from '@recado/domain/user-email/claim-email'
import { releaseEmail } from '@recado/domain/user-email/release-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import { recordSignIn } from '@recado/domain/user-session/record-sign-in'
import { userSession } from '@recado/domain/user-session/user-session'
import { test } from 'tap'
import {
  developerAdded,
  developerMadeOwner,
  developerPasswordSet,
  emailClaimed,
  emailReleased,
  ownerAdded,
  ownerErased,
  ownerId,
  ownerPasswordSet,
  ownerRemoved,
  ownerSetupIssued,
  userSignedIn,
} from '../../examples/user.ts'
import { deciding } from '../../kit/deciding.ts'

test('an invitation waits 72 hours for its first link', async (t) => {
  const added = {
    ...ownerAdded,
    data: { ...ownerAdded.data, added_at: '2026-01-01T10:00:00.000Z' },
  }
  const [invited] = user.evolve(user.initialState, added).present
  t.match(invited, { invited_until: '2026-01-04T10:00:00.000Z' })
  t.equal(invited && hasEnded(invited, '2026-01-04T09:59:59.999Z'), false)
  t.equal(invited && hasEnded(invited, '2026-01-04T10:00:00.000Z'), true)
})

const adding = deciding(user, addUser)
const issuing = deciding(user, issueSetup)
const setting = deciding(user, setPassword)
const changing = deciding(user, changeRole)
const removing = deciding(user, removeUser)
const erasing = deciding(user, eraseUser)
const erasingAgain = deciding(user, eraseKnownUser)

const { added_at, ...owner } = ownerAdded.data
const { issued_at, ...setup } = ownerSetupIssued.data
const { set_at, ...password } = ownerPasswordSet.data
const { removed_at, ...removed } = ownerRemoved.data

test('a user is added once', async () => {
  const add = { ...owner, at: added_at }
  adding().when(add).appends(ownerAdded)
  adding(ownerAdded).when(add).appends()
})

test('an account has a limited number of users', async () => {
  const many = Array.from({ length: MAX_USERS }, (_, n) => ({
    ...ownerAdded,
    data: { ...ownerAdded.data, user_id: String(n), email: `${n}@loja.example` },
  }))
  adding(...many)
    .when({ ...owner, at: added_at })
    .refuses('too_many_users')
  adding(...many)
    .when({ ...owner, at: ownerSetupIssued.data.expires_at })
    .appends(
      ...many.map(({ data: { user_id, account_id } }) => ({
        type: 'UserRemoved' as const,
        data: { user_id, account_id, removed_at: ownerSetupIssued.data.expires_at },
      })),
      { ...ownerAdded, data: { ...owner, added_at: ownerSetupIssued.data.expires_at } },
    )
})

test('an invitation ends with its link: its user makes room, and may be invited anew', async () => {
  const { expires_at } = ownerSetupIssued.data
  const back = { ...owner, user_id: 'again', at: expires_at }
  const ended = { ...ownerRemoved, data: { ...ownerRemoved.data, removed_at: expires_at } }
  const added = { ...ownerAdded, data: { ...owner, user_id: 'again', added_at: expires_at } }
  for (const before of [[ownerAdded], [ownerAdded, ownerSetupIssued]])
    adding(...before)
      .when(back)
      .appends(ended, added)
  adding(ownerAdded, ownerSetupIssued)
    .when({ ...back, at: '2026-01-04T08:59:59.999Z' })
    .refuses('email_invited')
  adding(ownerAdded, ownerSetupIssued, ownerPasswordSet).when(back).refuses('email_invited')
  // A link for a new password is no invitation.
  adding(ownerAdded, ownerSetupIssued, ownerPasswordSet, ownerSetupIssued)
    .when(back)
    .refuses('email_invited')
})

test('a link is issued to an existing user', async () => {
  const issue = { ...setup, at: issued_at }
  issuing(ownerAdded).when(issue).appends(ownerSetupIssued)
  issuing(ownerAdded, ownerSetupIssued).when(issue).appends()
  issuing().when(issue).refuses('user_not_found')
  issuing(ownerAdded, developerAdded, ownerRemoved).when(issue).refuses('user_not_found')
})

test('a link sets a password until it is used, replaced or expired', async () => {
  const proof = { setup_sha256: setup.sha256 }
  const set = { ...password, proof, at: set_at }
  const link = [ownerAdded, ownerSetupIssued] as const
  setting(...link)
    .when(set)
    .appends(ownerPasswordSet)
  const again = { ...set, secret_ref: 'another' }
  setting(...link, ownerPasswordSet)
    .when(again)
    .refuses('proof_void')
  const newer = { ...ownerSetupIssued, data: { ...ownerSetupIssued.data, sha256: 'c' } }
  setting(...link, newer)
    .when(set)
    .refuses('proof_void')
  setting(...link)
    .when({ ...set, at: setup.expires_at })
    .refuses('proof_void')
})

test('changing a password needs the current one', async () => {
  const change = { ...password, secret_ref: 'next', at: set_at }
  const known = { ...change, proof: { secret_ref: password.secret_ref } }
  const next = { ...ownerPasswordSet, data: { ...ownerPasswordSet.data, secret_ref: 'next' } }
  setting(ownerAdded, ownerPasswordSet).when(known).appends(next)
  setting(ownerAdded, ownerPasswordSet, next)
    .when({ ...known, secret_ref: 'third' })
    .refuses('proof_void')
  setting(ownerAdded, developerAdded, ownerRemoved).when(known).refuses('proof_void')
})

test('the last owner who can sign in cannot be removed or demoted', async () => {
  const demote = { ...removed, role: 'viewer', at: removed_at } as const
  const remove = { ...removed, at: removed_at }
  const alone = [ownerAdded, ownerPasswordSet, developerAdded, developerPasswordSet] as const
  changing(...alone)
    .when(demote)
    .refuses('last_owner')
  removing(...alone)
    .when(remove)
    .refuses('last_owner')
  // Another owner counts only with a password.
  removing(ownerAdded, ownerPasswordSet, developerAdded, developerMadeOwner)
    .when(remove)
    .refuses('last_owner')
  removing(...alone, developerMadeOwner)
    .when(remove)
    .appends(ownerRemoved)
  changing(...alone, developerMadeOwner)
    .when(demote)
    .appends({
      type: 'UserRoleChanged',
      data: { ...removed, role: 'viewer', changed_at: removed_at },
    })
})

test('a role is changed once, and only of an existing user', async () => {
  const { changed_at: at, ...change } = developerMadeOwner.data
  changing(developerAdded)
    .when({ ...change, at })
    .appends(developerMadeOwner)
  changing(developerAdded, developerMadeOwner)
    .when({ ...change, at })
    .appends()
  changing()
    .when({ ...change, at })
    .refuses('user_not_found')
  removing()
    .when({ ...removed, at })
    .refuses('user_not_found')
})

test('an email address belongs to one user of the whole installation', async () => {
  const claiming = deciding(userEmail, claimEmail)
  const { claimed_at, ...claim } = emailClaimed.data
  const ask = { ...claim, unproved: null, at: claimed_at }
  const other = { ...ask, user_id: 'another' }
  claiming().when(ask).appends(emailClaimed)
  claiming(emailClaimed).when(ask).appends()
  claiming(emailClaimed).when(other).refuses('email_taken')
  claiming(emailClaimed)
    .when({ ...other, account_id: 'another' })
    .refuses('email_taken')
  claiming(emailClaimed, emailReleased).when(ask).appends(emailClaimed)
})

test('a claim that an interrupted step has left is taken over', async () => {
  const claiming = deciding(userEmail, claimEmail)
  const { claimed_at: at, ...claim } = emailClaimed.data
  const other = { ...claim, account_id: 'another', user_id: 'another' }
  claiming(emailClaimed)
    .when({ ...other, unproved: claim.user_id, at })
    .appends(
      { type: 'EmailReleased', data: { ...claim, released_at: at } },
      { type: 'EmailClaimed', data: { ...other, claimed_at: at } },
    )
  claiming(emailClaimed)
    .when({ ...other, unproved: 'a third', at })
    .refuses('email_taken')
})

test('only its user can release an address', async () => {
  const releasing = deciding(userEmail, releaseEmail)
  const { released_at: at, ...claim } = emailReleased.data
  releasing(emailClaimed)
    .when({ ...claim, at })
    .appends(emailReleased)
  releasing(emailClaimed)
    .when({ ...claim, user_id: 'another', at })
    .appends()
  releasing()
    .when({ ...claim, at })
    .appends()
})

test('a sign-in is recorded once', async () => {
  const noting = deciding(userSession, recordSignIn)
  const { signed_in_at: at, ...session } = userSignedIn.data
  noting()
    .when({ ...session, at })
    .appends(userSignedIn)
  noting(userSignedIn)
    .when({ ...session, at })
    .appends()
})

test('a removed user can be added again', async () => {
  const back = { ...ownerAdded, data: { ...ownerAdded.data, user_id: ownerId } }
  adding(ownerAdded, ownerPasswordSet, developerAdded, ownerRemoved)
    .when({ ...owner, at: added_at })
    .appends(back)
})

const { erased_at, ...erased } = ownerErased.data
const erase = { ...erased, at: erased_at }

test('a user is erased once, removed or not', async () => {
  const two = [ownerAdded, ownerPasswordSet, developerAdded, developerPasswordSet] as const
  const both = [...two, developerMadeOwner] as const
  erasing(...both)
    .when(erase)
    .appends(ownerErased)
  erasing(...both, ownerRemoved)
    .when(erase)
    .appends(ownerErased)
  erasing(...both, ownerErased)
    .when(erase)
    .appends()
})

test('the last owner is not erased, and nobody who is unknown', async () => {
  erasing(ownerAdded, ownerPasswordSet, developerAdded, developerPasswordSet)
    .when(erase)
    .refuses('last_owner')
  erasing(developerAdded).when(erase).refuses('user_not_found')
})

test('a restored log erases whom it knows again, whoever is left', async () => {
  erasingAgain(ownerAdded, ownerPasswordSet).when(erase).appends(ownerErased)
  erasingAgain(ownerAdded, ownerErased).when(erase).appends()
  erasingAgain(developerAdded).when(erase).appends()
})
