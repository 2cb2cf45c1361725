import fc from 'fast-check'
import { seed } from '../faults/rounds.js'

// Before each suite: properties try the same cases in every run, and others in each soak.
fc.configureGlobal({ seed })
