import type {
  ProviderEventEvent,
  ProviderEventReceived,
} from '@recado/domain/provider-event/events'
import { projection } from '../engine/projection.ts'
import { table } from '../engine/table.ts'

type Received = ProviderEventReceived['data']
type SetAsidePost = NonNullable<Received['set_aside']> &
  Pick<Received, 'source' | 'body_sha256' | 'received_at'> & { readonly id: string }

/** What the operator is shown of them; their bytes stay in the log. */
const setAsidePosts = table<SetAsidePost>({ name: 'set_aside_posts', kept: 0 })

/** POSTs of providers that were rightly signed and beyond a bound of ours. */
export const setAsidePostsProjection = projection<ProviderEventEvent>({
  name: 'set_aside_posts',
  tables: [setAsidePosts],
  ddl: new URL('./set-aside-posts.sql', import.meta.url),
  on: {
    ProviderEventReceived: async ({ id, data }, rows) => {
      const { set_aside, source, body_sha256, received_at } = data
      if (!set_aside || (await rows.get(setAsidePosts, id)) !== undefined) return
      rows.put(setAsidePosts, { id, ...set_aside, source, body_sha256, received_at })
    },
    ProviderPayloadReceived: null,
    ProviderPostReceived: null,
  },
})
