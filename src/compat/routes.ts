import type { Route } from '../http/route.js'
import { getTrust, setTrust } from '../http/routes/agents.js'
import { auditRecent, auditSummary, cap, trail } from '../http/routes/audit.js'
import { autoResolve, conflicts, resolve } from '../http/routes/conflicts.js'
import { config, memoryHealth } from '../http/routes/health.js'
import { ingest, ingestQuick } from '../http/routes/ingest.js'
import { deactivateLesson, lessonStats, lessons, reportLesson } from '../http/routes/lessons.js'
import { expand, get, list, remove, stats } from '../http/routes/memories.js'
import { search, searchFast } from '../http/routes/search.js'
import {
  conflictsAnswer,
  ingestAnswer,
  lessonStatisticsAnswer,
  lessonsAnswer,
  listAnswer,
  searchAnswer,
} from './answers.js'
import { consolidate, decay, reconcile, reconcileStatus, resetSource } from './lifecycle.js'
import { translated } from './translate.js'
import { recentAnswer, summaryAnswer, trailAnswer } from './versions.js'

/** What of a search depends on the settings. */
export type SearchFeatures = { readonly reranks: boolean; readonly repairs: boolean }

/** The operations that the SDK of AtomicMemory 1.0.1 calls, as it calls them. */
export const atomicMemoryRoutes = (features: SearchFeatures): readonly Route[] => {
  const withFeatures = { answer: configAnswer(features) }
  return [
    translated(memoryHealth, withFeatures),
    translated(config, withFeatures),
    translated(ingest, { answer: ingestAnswer }),
    translated(ingestQuick, { answer: ingestAnswer }),
    translated(search, { answer: searchAnswer }),
    translated(searchFast, { answer: searchAnswer }),
    translated(expand),
    translated(list, { answer: listAnswer }),
    translated(stats),
    translated(cap),
    translated(consolidate),
    translated(decay),
    translated(reconcile),
    translated(reconcileStatus),
    { ...translated(resetSource), method: 'post' },
    translated(auditSummary, { answer: summaryAnswer }),
    translated(auditRecent, { answer: recentAnswer }),
    translated(lessons, { answer: lessonsAnswer }),
    translated(lessonStats, { answer: lessonStatisticsAnswer }),
    translated(reportLesson, { defaults: { source_memory_ids: [] } }),
    translated(deactivateLesson),
    translated(get),
    translated(remove),
    translated(trail, { answer: trailAnswer }),
    translated(getTrust),
    translated(setTrust),
    translated(conflicts, { answer: conflictsAnswer }),
    translated(autoResolve),
    translated(resolve),
  ]
}

/** The settings in force, with what AtomicMemory calls the parts of a search. */
const configAnswer =
  ({ reranks, repairs }: SearchFeatures) =>
  ({ config, ...body }: { readonly config: object }) => ({
    ...body,
    config: {
      ...config,
      hybrid_search_enabled: true,
      iterative_retrieval_enabled: false,
      entity_graph_enabled: true,
      cross_encoder_enabled: reranks,
      agentic_retrieval_enabled: false,
      repair_loop_enabled: repairs,
    },
  })
