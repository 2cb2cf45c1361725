# Two stages: what compiles stays behind; what runs has neither compiler nor tests.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY tools/projections-version.mjs tools/
COPY src src
COPY projections projections
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# In a container the service is reached from outside, and its data lies in a volume.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3050 PALIMPSEST_DATA_DIR=/data
# glibc gives back what the compilers of V8 have freed.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src/text src/text
COPY --from=build /app/src/http/openapi src/http/openapi
COPY --from=build /app/src/config src/config
COPY migrations migrations
COPY models models
RUN mkdir /data && chown node:node /data && chmod 755 dist/src/main.js && ln -s /app/dist/src/main.js /usr/local/bin/palimpsest
# Files of the program belong to root: the service cannot change them.
USER node
VOLUME /data
EXPOSE 3050
# It runs as long as the process serves: another server that is away is no reason to start it anew.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["serve"]
