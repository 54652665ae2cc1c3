-- What an upload has to know: why none is taken now, and what operators have said about mappings. Web asks before a body is
-- read, and remembers it for a moment; whoever takes the upload in holds it against what is true by then.
CREATE VIEW upload_standing AS
SELECT (SELECT why FROM pauses WHERE what = 'uploads' AND (until IS NULL OR until > queue_now())
        ORDER BY since LIMIT 1) AS paused_because,
       (SELECT json_agg(json_build_object('mapping', mapping, 'version', version, 'share_percent', share_percent,
                                          'owners', owners, 'withdrawn', withdrawn) ORDER BY mapping, version)
        FROM mapping_releases)::text AS releases;
