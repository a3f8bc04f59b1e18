import type { FastifyInstance } from 'fastify'
import type { CommandDeps } from '../deps.ts'
import { connectionHook } from './connection-hook.ts'
import { whatsappHook } from './whatsapp.ts'

/** Adds the hooks of all providers. */
export function providerHooks(app: FastifyInstance, deps: CommandDeps): void {
  const { hookRate: rate, nobodysHookRate: nobodysRate, rawQuota: quota } = deps
  for (const { type, hook } of deps.providers.values())
    app.register((scope, _options, done) => {
      if (hook.speaksFor === 'app')
        whatsappHook(scope, { ...deps, rate, nobodysRate, quota }, { type, hook })
      else connectionHook(scope, { ...deps, rate, quota }, { type, hook })
      done()
    })
}
