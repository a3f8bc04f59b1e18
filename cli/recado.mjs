#!/usr/bin/env node
import { register } from 'node:module'
import { register as readTypescript } from 'tsx/esm/api'

// Runs from source after `npm ci` alone, in any folder: tsx is resolved from this file.
readTypescript({ tsconfig: false })
register('./source-condition.mjs', import.meta.url)
await import('./main.ts')
