# The system of `npm start` in a container. README, "In a container", says how to build and run it.
FROM node:24-bookworm-slim

WORKDIR /app

# Packages change less often than code. Their install scripts fetch a Node.js that the image has already.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY lib ./lib
COPY functions ./functions
COPY events ./events
COPY bin ./bin

# Where DATA_DIR may point to: what stands in the container itself goes with it.
RUN mkdir /data && chown node:node /data
USER node

# Loopback would be that of the container alone.
ENV HOST=0.0.0.0 PORT=3000
EXPOSE 3000

# Whatever is answered: a key would be needed for more.
HEALTHCHECK --interval=10s --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/v2/health')"

CMD ["node", "bin/local.ts"]
