/**
 * The options of EventStoreDB 23.10 and later that may be set by `EVENTSTORE_…`, as in its ClusterVNodeOptions, without
 * the deprecated ones. With any other name the server reports an error and does not start.
 */
const OPTIONS = [
  // Users, and what the process does
  ...['DefaultAdminPassword', 'DefaultOpsPassword', 'Config', 'Log', 'LogLevel', 'WhatIf'],
  ...['DisableHttpCaching', 'StatsPeriodSec', 'WorkerThreads', 'EnableHistograms', 'Insecure'],
  ...[
    'LogHttpRequests',
    'LogFailedAuthenticationAttempts',
    'SkipIndexScanOnReads',
    'MaxAppendSize',
  ],
  // Authentication and authorization
  ...['AuthorizationType', 'AuthorizationConfig', 'AuthenticationType', 'AuthenticationConfig'],
  ...['DisableFirstLevelHttpAuthorization'],
  // Certificates
  ...['CertificateFile', 'CertificatePrivateKeyFile', 'CertificatePassword'],
  ...['TrustedRootCertificatesPath', 'CertificateReservedNodeCommonName'],
  ...['CertificateStoreLocation', 'CertificateStoreName', 'CertificateSubjectName'],
  ...['CertificateThumbprint'],
  // The cluster
  ...['StreamInfoCacheCapacity', 'ClusterSize', 'NodePriority', 'DiscoverViaDns', 'ClusterDns'],
  ...['ClusterGossipPort', 'GossipSeed', 'GossipIntervalMs', 'GossipAllowedDifferenceMs'],
  ...[
    'GossipTimeoutMs',
    'ReadOnlyReplica',
    'UnsafeAllowSurplusNodes',
    'DeadMemberRemovalPeriodSec',
  ],
  // The database
  ...['MinFlushDelayMs', 'DisableScavengeMerging', 'ScavengeHistoryMaxAge', 'CachedChunks'],
  ...['ChunksCacheSize', 'MaxMemTableSize', 'HashCollisionReadLimit', 'Db', 'Index', 'MemDb'],
  ...['SkipDbVerify', 'WriteThrough', 'Unbuffered', 'ChunkInitialReaderCount', 'PrepareTimeoutMs'],
  ...['CommitTimeoutMs', 'WriteTimeoutMs', 'UnsafeDisableFlushToDisk', 'UnsafeIgnoreHardDelete'],
  ...['SkipIndexVerify', 'IndexCacheDepth', 'OptimizeIndexMerge', 'AlwaysKeepScavenged'],
  ...['ReduceFileCachePressure', 'InitializationThreads', 'ReaderThreadsCount'],
  ...['MaxAutoMergeIndexLevel', 'WriteStatsToDb', 'MaxTruncation'],
  // Addresses
  ...['KeepAliveInterval', 'KeepAliveTimeout', 'ReplicationIp', 'NodeIp', 'NodePort'],
  ...['ReplicationPort', 'NodeHostAdvertiseAs', 'ReplicationHostAdvertiseAs'],
  ...['AdvertiseHostToClientAs', 'AdvertiseNodePortToClientAs', 'NodePortAdvertiseAs'],
  ...['ReplicationTcpPortAdvertiseAs', 'ReplicationHeartbeatTimeout'],
  ...['ReplicationHeartbeatInterval', 'EnableUnixSocket', 'ConnectionPendingSendBytesThreshold'],
  ...['ConnectionQueueSizeThreshold', 'DisableAdminUi', 'DisableStatsOnHttp'],
  ...['DisableGossipOnHttp', 'EnableTrustedAuth'],
  // Projections
  ...['RunProjections', 'StartStandardProjections', 'ProjectionThreads', 'ProjectionsQueryExpiry'],
  ...['FaultOutOfOrderProjections', 'ProjectionCompilationTimeout', 'ProjectionExecutionTimeout'],
]

/** Options of these that KurrentDB refuses, by its upgrade guide to 25.0 and to 25.1. It takes the others by either prefix. */
const REFUSED_BY_KURRENT = [
  'AlwaysKeepScavenged',
  'OptimizeIndexMerge',
  'DisableFirstLevelHttpAuthorization',
]

const variable = (name: string) => `EVENTSTORE${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** The same as environment variables, such as `EVENTSTORE_CLUSTER_SIZE`. */
export const EVENTSTORE_VARIABLES: ReadonlySet<string> = new Set(OPTIONS.map(variable))

/** Those with which KurrentDB does not start. */
export const REFUSED_VARIABLES: ReadonlySet<string> = new Set(REFUSED_BY_KURRENT.map(variable))
