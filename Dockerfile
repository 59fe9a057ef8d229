# What it builds is the same for every architecture.
FROM --platform=$BUILDPLATFORM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/binaries scripts/binaries
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim
LABEL org.opencontainers.image.title="Marquee" \
  org.opencontainers.image.description="An open back office for cinema chains" \
  org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 DEMO=off DATA_DIR=/data NODE_COMPILE_CACHE=/app/.compiled
# Threads that each keep memory of their own to be quick keep tens of megabytes that nobody uses.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without what nothing reads here: types, and packages' source maps.
RUN npm ci --omit=dev && \
  find node_modules -type f '(' -name '*.map' -o -name '*.d.*ts' ')' -delete
COPY LICENSE ./
COPY migrations migrations
COPY scripts scripts
COPY src src
COPY demo demo
COPY --from=build /app/dist dist
RUN mkdir /data /backups .compiled && chown 1000:1000 /data /backups .compiled
# By number: Kubernetes asks for one to see that it is not root.
USER 1000:1000
# What Node compiles at the first start is compiled here, once: Node keeps it for each user apart, and this start finds no database.
RUN PORT=0 DATABASE_URL=postgres://127.0.0.1:1/none node dist/server/main.js || [ -n "$(ls .compiled)" ]
VOLUME /data
EXPOSE 4400
# Alive while it migrates, too, however long that takes. It answers at once, but Node needs a moment to start.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||4400)+'/api/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "dist/server/main.js"]
