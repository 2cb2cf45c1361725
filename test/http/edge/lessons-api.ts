import type { Api } from '../../../src/http/api.js'

const LESSON = '9c2e7b40-1d5a-4f83-8b6e-5a7d0c3f2e91'

const NONE = { low: 0, medium: 0, high: 0, critical: 0 }
const OF_NO_TYPE = { user_reported: 0, injection_blocked: 0, contradiction_pattern: 0, consensus_violation: 0 }

type OfLessons = 'reportLesson' | 'deactivateLesson' | 'eraseLesson' | 'lessons' | 'lessonStatistics'

/** What the edge may ask of lessons; every call is noted. */
export const lessonsApi = (asked: (...call: readonly unknown[]) => void): Pick<Api, OfLessons> => ({
  reportLesson: async (wish) => {
    asked('reportLesson', wish)
    return { result: { lessonId: LESSON }, position: 50n }
  },
  deactivateLesson: async (wish) => {
    asked('deactivateLesson', wish)
    return { result: null, position: 51n }
  },
  eraseLesson: async (wish) => {
    asked('eraseLesson', wish)
    return { result: null, position: 52n }
  },
  lessons: async (...values) => {
    asked('lessons', ...values)
    return { lessons: [], count: 0, total: 0 }
  },
  lessonStatistics: async (...values) => {
    asked('lessonStatistics', ...values)
    return { total: 0, active: 0, by_severity: NONE, by_type: OF_NO_TYPE }
  },
})
