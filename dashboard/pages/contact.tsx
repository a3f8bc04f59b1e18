import type { ContactChanges, ContactDetail } from '@recado/contract/contact'
import type { Conversation } from '@recado/contract/conversation'
import type { ContactBackground } from '@recado/contract/dashboard/contact'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { call } from '../api/client.ts'
import { numberName, useNumbers } from '../api/names.ts'
import { type Query, useQuery } from '../api/query.ts'
import type { Listed } from '../api/read-list.ts'
import { type FactFilter, mentions, ofCategories } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { EditInPlace } from '../parts/edit-in-place.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { phoneText } from '../text/phone.ts'
import { timeOf } from '../text/time.ts'
import { ContactFacts } from './contacts/contact-facts.tsx'
import { EraseContact } from './contacts/erase-contact.tsx'
import { Erasure } from './contacts/erasure.tsx'
import { Sales, Sessions } from './contacts/history.tsx'
import { MergeContact } from './contacts/merge-contact.tsx'
import type { Named } from './contacts/planned-changes.tsx'
import { StageOf } from './contacts/stage-of.tsx'
import { UnmergeContact } from './contacts/unmerge-contact.tsx'
import { ConversationTable } from './conversations.tsx'

/** A stage that is added or renamed may be the contact's. */
const OF_STAGES = ofCategories('funnel')

/** A contact: identities, stage and its reason, the sessions that led here, sales, merges and conversations. */
export function Contact() {
  const { id = '' } = useRoute().params
  // A merged contact is shown under the id of the contact into which it was merged.
  const isOfPerson: FactFilter = (fact) =>
    mentions(id)(fact) || mentions(found.body?.data.id ?? id)(fact)
  const concerns: FactFilter = (fact) => isOfPerson(fact) || OF_STAGES(fact)
  const found: Query<{ data: ContactDetail }> = useQuery<{ data: ContactDetail }>(
    `/contacts/${id}`,
    concerns,
  )
  const background = useQuery<{ data: ContactBackground }>(`/contacts/${id}/background`, concerns)
  const talks = useQuery<Listed<Conversation>>(
    `/conversations?contact_id=${id}&limit=50`,
    isOfPerson,
  )
  const { contacts, conversations } = text()
  const reload = async () => {
    await Promise.all([found.reload(), background.reload()])
  }
  const person = found.body?.data
  return (
    <Page title={person ? personText(person, contacts.one) : contacts.one}>
      <Loaded query={found} rows={6}>
        {({ data }) => (
          <Loaded query={background} rows={6}>
            {({ data: of }) => (
              <div class="columns person">
                {data.erased ? <Erasure id={data.id} /> : null}
                <Identities person={data} of={of} onChanged={reload} />
                <StageOf person={data} of={of} onMoved={reload} />
                <Sessions sessions={data.sessions} />
                <Sales sales={data.sales} />
                <MergedContacts person={data} of={of} isOther={data.id !== id} onChanged={reload} />
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
      <h2>{conversations.title}</h2>
      <Loaded query={talks} rows={2}>
        {({ data, pagination: { total } }) => (
          <>
            <ConversationTable conversations={data} />
            {data.length < total ? (
              <a href={`/dashboard/conversations?contact_id=${id}`}>{conversations.all(total)}</a>
            ) : null}
          </>
        )}
      </Loaded>
      <ContactFacts id={id} />
    </Page>
  )
}

type IdentitiesProps = {
  person: ContactDetail
  of: ContactBackground
  onChanged: () => Promise<unknown>
}

function Identities({ person, of, onChanged }: IdentitiesProps) {
  const { contacts } = text()
  const numbers = useNumbers()
  const [isErasing, setErasing] = useState(false)
  const change = async (changes: ContactChanges) => {
    await call('PATCH', `/contacts/${person.id}`, changes)
    await onChanged()
  }
  const known: readonly (readonly [string, string | null])[] = [
    [contacts.phone, person.phone === null ? null : phoneText(person.phone)],
    ['wa_id', of.wa_id],
    [contacts.username, person.username],
    ['BSUID', person.business_scoped_user_id],
    [contacts.parent, person.parent_business_scoped_user_id],
    ['lid', of.lid],
  ]
  return (
    <section class="card">
      <h2>{contacts.identities}</h2>
      <dl class="facts">
        <dt>{contacts.name}</dt>
        <dd>
          {person.erased ? (
            contacts.erased
          ) : (
            <EditInPlace
              label={contacts.name}
              value={person.name ?? ''}
              onSave={(name) => change({ name })}
            />
          )}
        </dd>
        {known.map(([name, value]) =>
          value === null ? null : (
            <>
              <dt>{name}</dt>
              <dd class="break">{value}</dd>
            </>
          ),
        )}
        <dt>{contacts.on}</dt>
        <dd class="break">{of.connection_ids.map((one) => numberName(numbers, one)).join(', ')}</dd>
        <dt>{contacts.marketing}</dt>
        <dd>{person.marketing_opted_out ? contacts.optedOut : contacts.allowed}</dd>
        <dt>{contacts.sends}</dt>
        <dd>
          {person.restricted ? contacts.restricted : contacts.unrestricted}{' '}
          {may('write') && !person.erased ? (
            <button type="button" onClick={() => change({ restricted: !person.restricted })}>
              {person.restricted ? contacts.lift : contacts.restrict}
            </button>
          ) : null}
        </dd>
      </dl>
      <a href={`/dashboard/messages?contact_id=${person.id}`}>{contacts.toMessages}</a>
      {may('owner') && !person.erased ? (
        <button type="button" class="quiet bad" onClick={() => setErasing(true)}>
          {contacts.erase}
        </button>
      ) : null}
      {isErasing ? (
        <EraseContact
          id={person.id}
          hasMerged={of.merged.length > 0}
          onClose={() => setErasing(false)}
          onErased={onChanged}
        />
      ) : null}
    </section>
  )
}

type MergedProps = IdentitiesProps & {
  /** Whether the page was opened by the id of a contact that is merged into the shown one. */
  isOther: boolean
}

function MergedContacts({ person, of, isOther, onChanged }: MergedProps) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const { contacts } = text()
  const isWriter = may('write') && !person.erased
  if (of.merged.length === 0 && !isWriter) return null
  const close = () => setDoing(null)
  const named = ({ id, ...who }: Pick<ContactDetail, 'id' | 'name' | 'phone'>): Named => ({
    id,
    called: personText(who, contacts.nameless),
  })
  return (
    <section class="card">
      <h2>{contacts.merged}</h2>
      {isOther ? <p class="notice warn">{contacts.livesOn}</p> : null}
      <ul class="plain">
        {of.merged.map((one) => (
          <li key={one.id}>
            {personText({ ...one, erased: person.erased }, contacts.nameless)}{' '}
            <span class="muted small">{contacts.sinceOf(timeOf(one.created_at))}</span>{' '}
            <code class="break">{one.id}</code>{' '}
            {isWriter ? (
              <button type="button" onClick={() => setDoing({ unmerges: named(one) })}>
                {contacts.unmerge}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {isWriter ? (
        <button type="button" onClick={() => setDoing({ unmerges: null })}>
          {contacts.merge}
        </button>
      ) : null}
      {doing?.unmerges === null ? (
        <MergeContact one={named(person)} onClose={close} onMerged={onChanged} />
      ) : null}
      {doing?.unmerges ? (
        <UnmergeContact
          merged={doing.unmerges}
          survivor={named(person)}
          onClose={close}
          onUnmerged={onChanged}
        />
      ) : null}
    </section>
  )
}

/** What a dialog is open for: to merge, or to separate this contact again. */
type Doing = { readonly unmerges: Named | null }
