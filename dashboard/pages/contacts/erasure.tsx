import type { Erasure as Shown } from '@recado/contract/erasure'
import { useQuery } from '../../api/query.ts'
import { mentions } from '../../api/reload-on-facts.ts'
import { Loaded } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { timeOf } from '../../text/time.ts'

/** How far the erasure of a person is, and who else has to erase it. */
export function Erasure({ id }: { id: string }) {
  const query = useQuery<{ data: Shown }>(`/contacts/${id}/erasure`, mentions(id))
  const { contacts } = text()
  return (
    <section class="card" aria-labelledby="erasure">
      <h2 id="erasure">{contacts.erasure}</h2>
      <Loaded query={query} rows={4}>
        {({ data }) => (
          <>
            <p class="notice" role="status">
              {contacts[data.status === 'done' ? 'erasureDone' : 'erasing']}
            </p>
            <Progress of={data} />
            <LeftAtProvider of={data} />
            {data.status === 'done' ? <Told of={data} /> : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Progress({ of: { requested_at, erased_at, found } }: { of: Shown }) {
  const { contacts } = text()
  return (
    <dl class="facts">
      <dt>{contacts.requestedAt}</dt>
      <dd>
        <Time at={requested_at} />
      </dd>
      {erased_at === null ? null : (
        <>
          <dt>{contacts.erasedAt}</dt>
          <dd>
            <Time at={erased_at} />
          </dd>
        </>
      )}
      <dt>{contacts.found}</dt>
      <dd>{Object.values(found).reduce((sum, count) => sum + count, 0)}</dd>
    </dl>
  )
}

function LeftAtProvider({ of: { left_at_provider: left } }: { of: Shown }) {
  if (left === null) return null
  return <p>{text().contacts.leftAtProvider(left.files, timeOf(left.until))}</p>
}

function Told({ of: { recipients } }: { of: Shown }) {
  const { contacts } = text()
  if (recipients.length === 0) return <p class="muted">{contacts.toldNobody}</p>
  return (
    <>
      <p>{contacts.toldTo}</p>
      <ul class="plain">
        {recipients.map(({ webhook_id, host, last_at }) => (
          <li key={`${webhook_id} ${host}`} class="break">
            {contacts.toldAt(host, timeOf(last_at))}
          </li>
        ))}
      </ul>
    </>
  )
}
