import type {
  UserAdded,
  UserErased,
  UserPasswordSet,
  UserRemoved,
  UserRoleChanged,
  UserSetupIssued,
} from '@recado/domain/user/events'
import type { EmailClaimed, EmailReleased } from '@recado/domain/user-email/events'
import type { UserSignedIn } from '@recado/domain/user-session/events'
import { accountId } from './account.ts'

export const ownerId = '3d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01'
export const developerId = '3d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e02'
const owner = { user_id: ownerId, account_id: accountId }
const developer = { user_id: developerId, account_id: accountId }

export const ownerAdded: UserAdded = {
  type: 'UserAdded',
  data: {
    ...owner,
    email: 'ana@loja.example',
    name: 'Ana Reis',
    role: 'owner',
    added_at: '2026-01-01T09:00:00.000Z',
  },
}

export const developerAdded: UserAdded = {
  type: 'UserAdded',
  data: { ...ownerAdded.data, ...developer, email: 'rui@loja.example', role: 'developer' },
}

export const ownerSetupIssued: UserSetupIssued = {
  type: 'UserSetupIssued',
  data: {
    ...owner,
    sha256: 'b'.repeat(64),
    expires_at: '2026-01-04T09:00:00.000Z',
    issued_at: '2026-01-01T09:00:00.000Z',
  },
}

export const ownerPasswordSet: UserPasswordSet = {
  type: 'UserPasswordSet',
  data: {
    ...owner,
    secret_ref: '5b0f8f8e-0000-4000-8000-00000000e001',
    set_at: '2026-01-01T09:10:00.000Z',
  },
}

export const developerPasswordSet: UserPasswordSet = {
  type: 'UserPasswordSet',
  data: {
    ...developer,
    secret_ref: '5b0f8f8e-0000-4000-8000-00000000e002',
    set_at: '2026-01-01T09:10:00.000Z',
  },
}

export const developerMadeOwner: UserRoleChanged = {
  type: 'UserRoleChanged',
  data: { ...developer, role: 'owner', changed_at: '2026-01-02T09:00:00.000Z' },
}

export const ownerRemoved: UserRemoved = {
  type: 'UserRemoved',
  data: { ...owner, removed_at: '2026-01-03T09:00:00.000Z' },
}

export const ownerErased: UserErased = {
  type: 'UserErased',
  data: { ...owner, erased_at: '2026-01-04T09:00:00.000Z' },
}

export const emailClaimed: EmailClaimed = {
  type: 'EmailClaimed',
  data: { ...owner, claimed_at: '2026-01-01T09:00:00.000Z' },
}

export const emailReleased: EmailReleased = {
  type: 'EmailReleased',
  data: { ...owner, released_at: '2026-01-03T09:00:00.000Z' },
}

export const userSignedIn: UserSignedIn = {
  type: 'UserSignedIn',
  data: {
    ...owner,
    session_id: '6e1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01',
    user_agent: 'Mozilla/5.0',
    signed_in_at: '2026-01-02T09:00:00.000Z',
  },
}
